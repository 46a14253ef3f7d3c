import './skeleton.css'

/** A grey placeholder while something loads; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={`skeleton ${className ?? ''}`} aria-hidden="true" />
}

/** Announces once that something loads; render it beside the skeletons. */
export function LoadingNote({ text = 'Cargando…' }: { text?: string }) {
  return <output className="visually-hidden">{text}</output>
}
