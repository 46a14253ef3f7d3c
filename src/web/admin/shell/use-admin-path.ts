import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { type AdminPaths, adminPaths } from '../../app/admin-paths.ts'
import { adminPrefixOf } from '../../app/paths.ts'

/** The screens of the back office under the current prefix. */
export function useAdminPath(): AdminPaths {
  const { pathname } = useLocation()
  const prefix = adminPrefixOf(pathname) ?? '/panel'
  return useMemo(() => adminPaths(prefix), [prefix])
}
