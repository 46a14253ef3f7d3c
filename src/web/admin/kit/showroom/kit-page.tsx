import type { ReactNode } from 'react'
import { Announcer } from '../../../ui/announcer.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { Charts, Badges, Buttons, Choices } from './kit-controls.tsx'
import { Dialogs, Toasts } from './kit-dialogs.tsx'
import { Fields, Pictures, Summary } from './kit-fields.tsx'
import { Lists, Waiting } from './kit-lists.tsx'
import './kit.css'

/**
 * `/admin/kit`, in development only: every piece of `ui` and `forms`, and the pieces of the panel's lists, in every state. The scheme is
 * that of the system. Nothing is loaded or saved.
 */
export default function KitPage() {
  return (
    <main className="kit" id="contenido">
      <title>Piezas</title>
      <h1>Piezas</h1>
      <KitSection title="Botones">
        <Buttons />
      </KitSection>
      <KitSection title="Insignias">
        <Badges />
      </KitSection>
      <KitSection title="Interruptor, casilla y cantidad">
        <Choices />
      </KitSection>
      <KitSection title="Campos">
        <Fields />
      </KitSection>
      <KitSection title="Imágenes de un formulario">
        <Pictures />
      </KitSection>
      <KitSection title="Resumen de errores">
        <Summary />
      </KitSection>
      <KitSection title="Diálogos">
        <Dialogs />
      </KitSection>
      <KitSection title="Avisos">
        <Toasts />
      </KitSection>
      <KitSection title="Espera, vacío y error">
        <Waiting />
      </KitSection>
      <KitSection title="Listas">
        <Lists />
      </KitSection>
      <KitSection title="Gráficos">
        <Charts />
      </KitSection>
      <Announcer />
      <ToastRegion />
    </main>
  )
}

function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="kit-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
