declare module 'virtual:endpoints' {
  /** Method and path of each endpoint for visitors and customers, by name. The build makes it from `src/contract`. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}

declare module 'virtual:admin-endpoints' {
  /** Those for admins only. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}
