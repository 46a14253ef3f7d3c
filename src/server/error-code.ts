/** The `code` of an error of the system, a library or PostgreSQL, such as `ENOENT` or `23505`; '' without one. */
export function errorCode(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}
