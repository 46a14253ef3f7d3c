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
    <section className="surface admin-panel" aria-labelledby={id}>
      {action === undefined ? (
        heading
      ) : (
        <div className="admin-panel-head">
          {heading}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
