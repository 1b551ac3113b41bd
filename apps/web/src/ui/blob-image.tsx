import { useCallback, type ComponentProps } from 'react';

/** An image whose bytes are already loaded. */
export function BlobImage({
  content,
  alt,
  ...rest
}: Omit<ComponentProps<'img'>, 'src' | 'ref' | 'content'> & { content: Blob; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(content);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [content],
  );
  return <img {...rest} alt={alt} ref={show} />;
}
