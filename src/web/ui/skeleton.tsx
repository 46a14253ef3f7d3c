import '../styles/panels.css'

/** A grey place for what is being loaded. `className` gives it its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={`skeleton ${className ?? ''}`} aria-hidden="true" />
}

/** Says once that a list is being loaded; stands beside its skeletons. */
export function LoadingNote({ text = 'Cargando…' }: { text?: string }) {
  return <output className="visually-hidden">{text}</output>
}
