import type { ReactNode } from 'react'
import { TabTitle } from '../../app/page-head.tsx'
import '../shell/screen-head.css'

interface ListHeadProps {
  title: string
  /** The number of rows, below the title; empty until it is loaded. */
  count?: string
  /** The actions of the screen. */
  children: ReactNode
}

/** The title of a list, also of the tab, with its actions. */
export function ListHead({ title, count, children }: ListHeadProps) {
  const heading = <h1 tabIndex={-1}>{title}</h1>
  return (
    <>
      <TabTitle>{title}</TabTitle>
      <header className="admin-head">
        {count === undefined ? (
          heading
        ) : (
          <div>
            {heading}
            <output className="admin-head-count">{count || '\u00a0'}</output>
          </div>
        )}
        <div className="admin-head-actions">{children}</div>
      </header>
    </>
  )
}
