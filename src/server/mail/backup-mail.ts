import { paragraph } from './parts.ts'
import { compose, type Mail, whenInWords } from './templates.ts'

export type BackupProblem = { kind: 'none' } | { kind: 'old' | 'failed'; at: Date }

/** In a sentence, for notice and mail. */
export function backupSentence(problem: BackupProblem): string {
  if (problem.kind === 'none') return 'La tienda no tiene ninguna copia de seguridad.'
  const when = whenInWords(problem.at)
  return problem.kind === 'old'
    ? `La última copia de seguridad es del ${when}.`
    : `Falló la copia de seguridad del ${when}.`
}

/** To the shop, for the person who runs the server. */
export function backupMail(problem: BackupProblem): Mail {
  return compose('backup_shop', 'Falta una copia de seguridad', [
    paragraph(backupSentence(problem)),
    paragraph('Si el servidor se rompe hoy, se pierde lo que pasó desde la última copia buena.'),
    paragraph(
      `Para saber por qué, en el servidor: con systemd, «${SEE_WHY}»; con otro, el registro de su tarea.`,
    ),
    paragraph(`Y para hacer una ahora: con systemd, «${MAKE_ONE}»; con otro, su tarea.`),
    paragraph(
      'Avisamos una vez por día mientras dure. En Ajustes se cambia cada cuántas horas se espera una copia.',
    ),
  ])
}

const SEE_WHY = 'journalctl -u surbrote-backup -n 50'
export const MAKE_ONE = 'systemctl start surbrote-backup'
