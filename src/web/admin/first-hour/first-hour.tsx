import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import type { FirstStep } from '../../../contract/settings/first-hour.ts'
import { listFirstSteps, saveSettings } from '../../../contract/settings/calls.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { call } from '../../data/api.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { adminKey } from '../shell/admin-key.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './first-hour.css'

const KEY = adminKey('admin-first-hour')

interface Words {
  title: string
  note: string
  path?: (admin: AdminPaths) => string
}

const STEPS: Record<FirstStep['step'], Words> = {
  identity: {
    title: 'Ponerle nombre y colores',
    note: 'Nombre, logo, colores, garantía y guía',
    path: (admin) => admin.identity(),
  },
  contact: {
    title: 'Cargar email y WhatsApp',
    note: 'Para que te escriban y te lleguen los pedidos',
    path: (admin) => admin.settings(),
  },
  mail: {
    title: 'Mandar el primer mail',
    note: 'Con SMTP_URL y MAIL_FROM en el servidor, y el mail de prueba de Ajustes',
    path: (admin) => admin.settings(),
  },
  legal: {
    title: 'Cargar los datos legales',
    note: 'Razón social, CUIT y domicilio',
    path: (admin) => admin.settings(),
  },
  brand: {
    title: 'Crear el primer banco',
    note: 'La marca de las semillas',
    path: (admin) => admin.newBank(),
  },
  product: {
    title: 'Publicar el primer producto con foto',
    note: 'Con una presentación y su stock',
    path: (admin) => admin.newProduct(),
  },
  banner: {
    title: 'Subir el primer banner',
    note: 'La imagen grande del inicio',
    path: (admin) => admin.banners(),
  },
  customer: {
    title: 'Invitar a alguien',
    note: 'Un enlace para tu primer cliente',
    path: (admin) => admin.access(),
  },
  backup: {
    title: 'Tener una copia de seguridad',
    note: 'La hace su tarea diaria, o el comando backup, en el servidor',
  },
}

/** Setup steps of a new shop. Steps tick automatically; hidden when all are done or by an admin. */
export function FirstHour() {
  const admin = useAdminPath()
  const { data: steps = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listFirstSteps, { signal }),
    retry: false,
  })
  if (steps.length === 0) return null
  const done = steps.filter((one) => one.done).length
  return (
    <section className="first-hour surface stack-3" aria-labelledby="first-hour-title">
      <h2 id="first-hour-title">Primeros pasos</h2>
      <p className="first-hour-count">
        {done} de {steps.length} listos
      </p>
      <ol className="first-hour-steps">
        {steps.map((one) => (
          <Step key={one.step} done={one.done} words={STEPS[one.step]} admin={admin} />
        ))}
      </ol>
      <HideButton />
    </section>
  )
}

function Step({ done, words, admin }: { done: boolean; words: Words; admin: AdminPaths }) {
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className={done ? 'first-hour-step done' : 'first-hour-step'}>
      <Icon aria-hidden="true" size={22} />
      <span className="first-hour-words">
        {words.path && !done ? (
          <Link to={words.path(admin)}>{words.title}</Link>
        ) : (
          <strong>{words.title}</strong>
        )}
        <span className="visually-hidden">{done ? ', listo. ' : ', falta. '}</span>
        <span className="note">{words.note}</span>
      </span>
    </li>
  )
}

function HideButton() {
  const queryClient = useQueryClient()
  const hiding = useMutation({
    mutationFn: () => call(saveSettings, { body: { first_hour_over: true } }),
    onSuccess: () => {
      queryClient.setQueryData(KEY, [])
      showToast('success', 'Primeros pasos ocultos: vuelven desde Ajustes')
    },
    onError: (error) => showToast('error', error.message),
  })
  return (
    <>
      <BusyButton className="quiet" busy={hiding.isPending} onClick={() => hiding.mutate()}>
        Ocultar
      </BusyButton>
      {hiding.error && <FieldError>{hiding.error.message}</FieldError>}
    </>
  )
}
