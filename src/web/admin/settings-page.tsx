import { SITE } from '../site.ts'

export default function SettingsPage() {
  return (
    <>
      <title>{`Ajustes de la tienda · ${SITE}`}</title>
      <h1 tabIndex={-1}>Ajustes de la tienda</h1>
    </>
  )
}
