/** Whether a secret can stand in an HTTP header, which holds visible ASCII characters only. */
export const fitsHeader = (secret: string): boolean => /^[\x21-\x7e]+$/.test(secret);
