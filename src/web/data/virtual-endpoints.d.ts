declare module 'virtual:endpoints' {
  /** Method and path of each endpoint that the web outside the panel and the account calls, by name. The build makes it from `src/contract`. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:way-endpoints' {
  /** Those of the ways to a session. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:login-endpoints' {
  /** Those of the login. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:law-endpoints' {
  /** Those of the pages of the law. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:lot-endpoints' {
  /** That of the page of a lot. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:notice-endpoints' {
  /** Those of notices of stock. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:account-endpoints' {
  /** Those that the account calls, and nothing else but the panel. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:admin-endpoints' {
  /** The other endpoints. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}
