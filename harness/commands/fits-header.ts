/** Whether a secret can be sent in an HTTP header, which allows only visible ASCII characters. */
export const fitsHeader = (secret: string): boolean => /^[\x21-\x7e]+$/.test(secret);
