import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useMay } from './rights.tsx'
import { SECTIONS } from './section-nav.tsx'
import { setShortcutsOn, useShortcutsOn } from './keyboard.ts'
import { Switch } from './switch.tsx'

interface Shortcut {
  keys: string[]
  does: string
}

const LISTS: Shortcut[] = [
  { keys: ['/'], does: 'Ir a la búsqueda' },
  { keys: ['f'], does: 'Filtrar los pedidos' },
  { keys: ['j', 'k'], does: 'Fila siguiente o anterior (también ↓ y ↑)' },
  { keys: ['Enter'], does: 'Abrir la fila' },
  { keys: ['x', 'Shift x'], does: 'Elegir la fila, o un tramo' },
  { keys: ['e'], does: 'Editar la fila, o su estado' },
  { keys: ['Supr'], does: 'Eliminar, con confirmación' },
  { keys: ['n'], does: 'Crear en esta sección' },
  { keys: ['r'], does: 'Actualizar' },
]

const ALWAYS: Shortcut[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Buscar o ir a una pantalla' },
  { keys: ['Ctrl S', '⌘ S'], does: 'Guardar el formulario' },
  { keys: ['?'], does: 'Esta ayuda' },
]

const HOME: Shortcut = { keys: ['g i'], does: 'Inicio de la tienda' }

/** The list of shortcuts, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isOn = useShortcutsOn()
  const may = useMay()
  const going = SECTIONS.filter(({ needs }) => may(needs)).map(({ name, key }) => ({
    keys: [`g ${key}`],
    does: name,
  }))
  return (
    <Dialog open={open} onClose={onClose} title="Atajos de teclado" className="shortcut-help">
      <p>Ninguna acción depende de un atajo: cada tecla pulsa un botón que está en la pantalla.</p>
      <Switch
        isOn={isOn}
        text={`Atajos de teclado: ${isOn ? 'activados' : 'desactivados'}`}
        onClick={() => setShortcutsOn(!isOn)}
      />
      <div className="shortcut-help-groups stack-5">
        <Group title="En las listas" shortcuts={LISTS} />
        <Group title="Ir a" shortcuts={[...going, HOME]} />
        <Group title="Siempre" shortcuts={ALWAYS} />
      </div>
    </Dialog>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
