const key = 'sso_practice';

/** The practice whose provider this device last signed in with. */
export function rememberedPractice(): number | undefined {
  const id = Number(localStorage.getItem(key));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Null for the installation's provider, which needs no practice. */
export function rememberPractice(id: number | null): void {
  if (id !== null) localStorage.setItem(key, String(id));
}
