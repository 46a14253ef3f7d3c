import { createContext, type ReactNode, useContext } from 'react'
import { type Right, ROLE_LABEL, type Role } from '../../../contract/accounts/roles.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export interface Rights {
  role: Role
  rights: readonly Right[]
}

/** The rights of the signed-in admin; undefined until they are known. Only hides controls: the server checks every call. */
const RightsContext = createContext<Rights | undefined>(undefined)

export const RightsProvider = RightsContext.Provider

const NONE: readonly Right[] = []

export function useRights(): readonly Right[] {
  return useContext(RightsContext)?.rights ?? NONE
}

/** Whether the account may see the panel; false until it is known. */
export function useMayEnter(): boolean {
  return useContext(RightsContext) !== undefined
}

/** Whether the role has a right. */
export function useMay(): (right: Right) => boolean {
  const rights = useRights()
  return (right) => rights.includes(right)
}

/** Shows its content to roles with a right. */
export function Needs({ right, children }: { right: Right; children: ReactNode }) {
  return useMay()(right) ? children : null
}

/** Replaces a screen that the role has no right to. */
export function NotOfRole() {
  const role = useContext(RightsContext)?.role ?? 'read'
  return (
    <>
      <TabTitle>Administración</TabTitle>
      <h1 className="visually-hidden" tabIndex={-1}>
        Administración
      </h1>
      <EmptyState title={`Esta pantalla no es parte de tu rol (${ROLE_LABEL[role]}).`} />
    </>
  )
}
