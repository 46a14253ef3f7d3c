import { TEMPLATE_KEYS } from '../../../contract/messages/templates.ts'
import { PartLinks } from '../shell/part-links.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'

/** The two parts of the settings. */
export function SettingsParts({ isMessages = false }: { isMessages?: boolean }) {
  const admin = useAdminPath()
  const parts = [
    { name: 'Generales', to: admin.settings(), isCurrent: !isMessages },
    { name: 'Mensajes a clientes', to: admin.settings({ mensaje: TEMPLATE_KEYS[0] }), isCurrent: isMessages },
  ]
  return <PartLinks label="Partes de los ajustes" parts={parts} />
}
