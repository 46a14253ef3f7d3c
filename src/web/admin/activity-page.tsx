import { SITE } from '../site.ts'

export default function ActivityPage() {
  return (
    <>
      <title>{`Panel de Actividad · ${SITE}`}</title>
      <h1 tabIndex={-1}>Panel de Actividad</h1>
    </>
  )
}
