declare module 'virtual:endpoints' {
  /** Method and path of each endpoint of the contract, by its name. Made by the build from `src/contract`. */
  const endpoints: Record<string, [method: string, path: string]>
  export default endpoints
}
