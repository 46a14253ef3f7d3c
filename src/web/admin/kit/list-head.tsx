import type { ReactNode } from 'react'
import { TabTitle } from '../../app/page-head.tsx'
import { MoreMenu } from './more-menu.tsx'
import '../shell/shell.css'

interface ListHeadProps {
  title: string
  /** The number of rows, beside the title; empty until it is loaded. */
  count?: string
  /** Behind '⋯': what is done more rarely. */
  more?: ReactNode
  /** Before '⋯'. */
  tools?: ReactNode
  /** The next thing to do, at the right. */
  children?: ReactNode
}

/** The head of a screen: its title, also of the tab, its count, and its actions. */
export function ListHead({ title, count, more, tools, children }: ListHeadProps) {
  return (
    <>
      <TabTitle>{title}</TabTitle>
      <header className="admin-head">
        <div className="admin-head-title">
          <h1 tabIndex={-1}>{title}</h1>
          {count !== undefined && <output className="admin-head-count">{count || '\u00a0'}</output>}
        </div>
        {(tools || more || children) && (
          <div className="admin-head-actions row-2">
            {tools}
            {more && <MoreMenu>{more}</MoreMenu>}
            {children}
          </div>
        )}
      </header>
    </>
  )
}
