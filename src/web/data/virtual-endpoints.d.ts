declare module 'virtual:endpoints' {
  /** Method and path of each endpoint of the contract, by name. The build makes it from `src/contract`. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}
