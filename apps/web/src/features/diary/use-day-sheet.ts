import { useEffect, useState } from 'react';

/** Prints the day sheet, which is not part of the page before. */
export function useDaySheet() {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    const onPrint = () => setIsPrinted(true);
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, []);
  const [isAsked, setIsAsked] = useState(0);
  useEffect(() => {
    if (isAsked > 0) window.print();
  }, [isAsked]);
  const print = () => {
    setIsPrinted(true);
    setIsAsked((times) => times + 1);
  };
  return { isPrinted, print };
}
