import { shopCall } from '../shop-call.ts'

/** For the bucket of pictures and for that of backups. */
const S3 = {
  endpoint:
    'no es la dirección de un S3: ponela sin cuenta, parámetros ni bucket, como https://s3.sa-east-1.amazonaws.com',
  region: 'no es el nombre de una región: poné letras, números y guiones, como us-east-1',
  key: 'está en blanco: poné el identificador de una clave del bucket, como AKIA…',
  secretOf: (key: string) => `está en blanco: poné el secreto que el S3 dio con ${key}`,
}

const POSTGRES =
  'no es la dirección de un PostgreSQL: ponela como postgres://usuario:contraseña@127.0.0.1/tienda'
export const SMTP_EXAMPLE = 'smtp://usuario:contraseña@SERVIDOR:587'

/**
 * What is wrong with a value that `readConfig` refuses, and what a right one looks like. The value itself, which may be a
 * secret, is not repeated.
 */
export const WRONG_VALUES = {
  PORT: 'no es un puerto: poné un número de 0 a 65535, como 3000',
  HOST: 'está en blanco: poné la dirección en la que escucha la tienda, como 127.0.0.1',
  PUBLIC_URL: 'no es la dirección de un sitio: ponela sin cuenta ni ruta, como https://tienda.example',
  DATA_DIR: 'está en blanco: poné una carpeta, como ./data',
  DATABASE_URL: POSTGRES,
  MIGRATE_DATABASE_URL: POSTGRES,
  SHOP_SECRET: 'es demasiado corto: poné 32 caracteres o más, como los que da «openssl rand -hex 24»',
  SMTP_URL: `no es la dirección de un servidor de correo: ponela como ${SMTP_EXAMPLE}`,
  MAIL_FROM:
    'no es un remitente: poné una dirección, como hola@tienda.example, o «La tienda <hola@tienda.example>»',
  S3_ENDPOINT: S3.endpoint,
  S3_BUCKET:
    'no es el nombre de un bucket: poné de 3 a 63 letras, números, puntos o guiones, como fotos-tienda',
  S3_REGION: S3.region,
  S3_ACCESS_KEY_ID: S3.key,
  S3_SECRET_ACCESS_KEY: S3.secretOf('S3_ACCESS_KEY_ID'),
  BACKUP_TO: 'no es un lugar para copias: ponelo como s3://bucket/carpeta',
  BACKUP_RECIPIENT: `no es una clave pública: poné la que empieza con age1 y da «${shopCall('backup key')}»`,
  BACKUP_KEEP_DAYS:
    'no es una cantidad de días: poné un número entero de 0 a 3650, como 30; con 0 no se borra ninguna',
  BACKUP_S3_ENDPOINT: S3.endpoint,
  BACKUP_S3_REGION: S3.region,
  BACKUP_S3_ACCESS_KEY_ID: S3.key,
  BACKUP_S3_SECRET_ACCESS_KEY: S3.secretOf('BACKUP_S3_ACCESS_KEY_ID'),
  DEMO: 'no se entiende: poné 1 para llenar una tienda vacía con la demo, o 0 para no hacerlo',
  TRUST_PROXY:
    'no es un proxy: poné 1 si está en esta máquina, o sus direcciones o redes con comas, como 10.0.0.0/8',
  METRICS_PORT: 'no es un puerto: poné un número de 1 a 65535, como 9100',
  METRICS_HOST: 'está en blanco: poné la dirección en la que se sirven las métricas, como 127.0.0.1',
  DRAIN_SECONDS: 'no es una cantidad de segundos: poné un número de 0 a 300, como 5',
  CONNECTIONS_PER_ADDRESS: 'no es una cantidad de conexiones: poné un número entero de 0 a 1000, como 100',
  RATE_LIMIT_FACTOR: 'no es un factor: poné un número de 0 a 1000, como 1',
  LOG_LEVEL: 'no es un nivel: poné fatal, error, warn, info, debug, trace o silent',
}
