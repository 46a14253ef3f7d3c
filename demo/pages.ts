import { PAGE_NAME, type PageSlug } from '../src/contract/legal/page-rules.ts'

/** The pages of the demo shop that visitors read before an order, as an owner would write them from the drafts. */
export const pages: { slug: PageSlug; title: string; body: string }[] = [
  {
    slug: 'envios',
    title: PAGE_NAME.envios,
    body: `La entrega se acuerda por WhatsApp después del pedido: despachamos a todo el país por Correo Argentino, en sobre liso y sin marcas, y dentro de Rosario también se retira en persona.

## Cómo se paga

- En la tienda no se paga: te escribimos por WhatsApp después del pedido y acordamos el medio.
- Transferencia bancaria, o efectivo cuando se retira.
- Los datos para pagar llegan solo desde nuestro número y desde hola@surbrote.example.

## Cuánto tarda

- Preparamos el pedido el día hábil siguiente al pago.
- Correo Argentino: de 3 a 6 días hábiles, según la provincia.
- Cuando sale, te mandamos el número de seguimiento.

## Cuánto cuesta

El envío se cobra aparte, según la provincia, y te lo decimos antes de que pagues. Desde cinco sobres va por nuestra cuenta.

## Cómo llegan las semillas

Cada presentación viaja en su blíster, con el lote escrito, dentro de un sobre acolchado. Si algo llega golpeado, escribinos con una foto y lo resolvemos.`,
  },
  {
    slug: 'preguntas',
    title: 'Preguntas frecuentes',
    body: `## ¿Por qué no veo los precios?

Son para quienes tienen cuenta. [Pedí acceso](/registro) con tu email y te respondemos en el día.

## ¿Cómo se compra?

Armás el pedido en el carrito y lo mandás: las semillas quedan reservadas. Después acordamos [el pago y el envío](/legales/envios).

## ¿Cuál elijo si es mi primera vez?

Una automática: florece sola, sin cambiar las horas de luz. En cada variedad está cuánto tarda, cuánto crece y cuándo se siembra. Si dudás, [elegí con cuatro preguntas](/elegir).

## ¿Qué significan X3, X5 y X10?

La cantidad de semillas del blíster.

## ¿Cómo se germinan?

La [guía de germinación](/como-germinar) tiene los cuatro pasos. Antes de sembrar, sacale una foto al blíster.

## ¿Y si una semilla no abre?

La [garantía](/garantia) se pide con fotos. Cuántas abrieron de cada lote está en [nuestras pruebas](/como-contamos).

## ¿Cómo guardo las que no siembro?

En su blíster, en un lugar seco, oscuro y fresco. Así duran al menos dos años.

## ¿Se puede devolver?

Sí, dentro de los diez días: con el [botón de arrepentimiento](/arrepentimiento).`,
  },
]
