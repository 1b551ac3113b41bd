/** What to paste into a website to show the booking page at an address: a script, or a frame of a fixed height. */
export function snippetsFor(url: string): { script: string; frame: string } {
  const { origin, pathname } = new URL(url);
  const label = /^\/book\/(.+)$/.exec(pathname)?.[1];
  const practice = label === undefined ? '' : ` data-practice="${label}"`;
  return {
    script: `<script src="${origin}/widget.js"${practice} async></script>`,
    frame: `<iframe src="${url}?embed=1" title="Book an appointment" style="width:100%;height:1200px;border:0"></iframe>`,
  };
}
