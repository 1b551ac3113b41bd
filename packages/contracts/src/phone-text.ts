// Free of zod: the browser formats numbers with the same function as the server.

/** British numbers grouped as they are read ('07700 900001', '020 7946 0000'); others as they are. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return '';
  const national = phone.replace(/[\s()-]/g, '').replace(/^(\+44|0044)0?/, '0');
  if (!/^0\d{9,10}$/.test(national)) return phone;
  if (national.startsWith('02')) {
    return `${national.slice(0, 3)} ${national.slice(3, 7)} ${national.slice(7)}`;
  }
  if (/^(011|01\d1)/.test(national)) {
    return `${national.slice(0, 4)} ${national.slice(4, 7)} ${national.slice(7)}`;
  }
  return `${national.slice(0, 5)} ${national.slice(5)}`;
}
