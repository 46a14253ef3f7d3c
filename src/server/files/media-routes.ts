import type { Api } from '../http/api.ts'
export function mediaRoutes(_api: Api): void {}
