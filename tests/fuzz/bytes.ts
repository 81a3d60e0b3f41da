/** Bytes as text, so that a case is JSON. */
export const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const decode = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
