import { type ReactNode, useId } from 'react'
import '../kit/controls.css'

/** A framed section with its own heading. */
export function Panel({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section className="surface admin-panel stack-4" aria-labelledby={id}>
      {action === undefined ? (
        heading
      ) : (
        <div className="admin-panel-head row-2">
          {heading}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
