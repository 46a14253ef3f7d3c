import path from 'node:path'
import { type Config, isExample, isMailCatcher, isTriedOut } from '../config.ts'
import { SMTP_EXAMPLE } from './wrong-values.ts'

const OWN_SERVER = `poné tu servidor de correo, como ${SMTP_EXAMPLE}`

/** Warnings, a line each: misspelt settings, and settings most likely missing by mistake. */
export function doubtfulSettings(config: Config): string[] {
  const { publicUrl, publicUrlIsAssumed, smtpUrl, mailFrom, dataDir, misspelt } = config
  if (isTriedOut(config)) return misspelt
  return [
    ...misspelt,
    ...(publicUrlIsAssumed
      ? [
          `PUBLIC_URL: no está, así que los enlaces de los mails y de las páginas empiezan con ${publicUrl}: poné lo que escriben los visitantes, como https://tienda.example`,
        ]
      : []),
    ...(smtpUrl === undefined
      ? [
          `SMTP_URL: no está, así que no sale ningún mail y cada uno queda como archivo en ${path.join(dataDir, 'mail')}: ${OWN_SERVER}`,
        ]
      : []),
    ...(isMailCatcher(smtpUrl)
      ? [
          `SMTP_URL: el puerto 1025 es el de los servidores de prueba, que muestran los mails y no los entregan: ${OWN_SERVER}`,
        ]
      : []),
    ...(smtpUrl !== undefined && isExample(mailFrom)
      ? [
          `MAIL_FROM: ${mailFrom} es una dirección que no existe, y casi todos los servidores la rechazan: poné la tuya, como «La tienda <hola@…>»`,
        ]
      : []),
  ]
}
