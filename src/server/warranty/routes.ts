import type { Api } from '../http/api.ts'
export function warrantyRoutes(_api: Api): void {}
