import { PAGE_NAME, type PageSlug } from '../../contract/legal/page-rules.ts'

/**
 * Drafts of the legal pages, for the owner and a lawyer to finish. Only admins see them before they are accepted.
 * They make no claims, and have a placeholder «…» for each fact of the shop.
 */
export const DRAFTS: Record<PageSlug, { title: string; body: string }> = {
  terminos: {
    title: 'Términos y condiciones',
    body: `Estas condiciones valen para los pedidos hechos en esta tienda a «razón social, CUIT, domicilio».

## Quién puede comprar

Personas mayores de 18 años con una cuenta aprobada. Las semillas se venden para los usos que la ley permite: «completar».

## Pedidos

- El pedido reserva los productos; la tienda confirma la disponibilidad y coordina el pago y la entrega.
- El precio es el que muestra el pedido al confirmarse.
- Un pedido pendiente se puede cancelar desde la cuenta.

## Arrepentimiento

La compra se puede dejar sin efecto dentro de los diez días de recibido el producto, sin dar motivos, con el [botón de arrepentimiento](/arrepentimiento).

## Garantía

La garantía cubre la germinación inicial: ver [Garantía](/garantia).

## Reclamos

«Email y horario de atención». Los conflictos se resuelven según la ley argentina de Defensa del Consumidor.`,
  },
  privacidad: {
    title: 'Política de privacidad',
    body: `«Razón social» es responsable de los datos personales de esta tienda (Ley 25.326).

## Qué datos se guardan

- De la cuenta: nombre, email, teléfono del último pedido.
- De los pedidos, reclamos y solicitudes de arrepentimiento: lo que se escribió en ellos.
- Un registro de las acciones hechas en la tienda, sin datos de contacto.

## Para qué

Para atender los pedidos, los reclamos y las obligaciones legales. No se venden ni se ceden.

## Derechos

Cada persona puede acceder a sus datos, rectificarlos y suprimirlos: en [Mis datos](/mi-cuenta?section=data) de su cuenta se descargan y se cierra la cuenta; sin cuenta, por email a «email».
La Agencia de Acceso a la Información Pública atiende las denuncias sobre datos personales.

## Cuánto tiempo

Al cerrar la cuenta, los pedidos terminados quedan sin nombre ni datos de contacto. Las copias de seguridad conservan lo borrado hasta que se renuevan: «plazo».

Lo que se guarda en el navegador está en [Cookies](/legales/cookies).`,
  },
  envios: {
    title: PAGE_NAME.envios,
    body: `Despachamos por «transporte» a «zonas», en sobre liso y sin marcas.

## Cómo se paga

- En la tienda no se paga: después del pedido te escribimos y acordamos el medio.
- «Transferencia, efectivo u otro medio».
- Los datos para pagar llegan solo desde «número y email de la tienda».

## Cuánto tarda

- Preparamos el pedido «plazo» después del pago.
- El envío tarda «plazo del transporte». Cuando sale, te mandamos el número de seguimiento.

## Cuánto cuesta

«Quién paga el envío y cuánto cuesta».

## Cómo llegan las semillas

En su envase, con el lote escrito. Si algo llega golpeado, escribinos con una foto.`,
  },
  preguntas: {
    title: 'Preguntas frecuentes',
    body: `## ¿Por qué no veo los precios?

Son para quienes tienen cuenta. Se pide [acá](/registro) con un email.

## ¿Cómo se compra?

Se arma el pedido en el carrito y se manda: los productos quedan reservados. Después acordamos [el pago y el envío](/legales/envios).

## ¿Qué significan X3, X5 y X10?

La cantidad de semillas del envase.

## ¿Cómo se germinan las semillas?

La [guía de germinación](/como-germinar) explica los pasos. Antes de sembrar conviene sacarle una foto al envase.

## ¿Qué pasa si una semilla no germina?

La [garantía](/garantia) se pide con fotos.

## ¿Cómo se guardan las que no se siembran?

En su envase, en un lugar seco, oscuro y fresco.

## ¿Se puede devolver?

Sí, dentro de los diez días: con el [botón de arrepentimiento](/arrepentimiento).`,
  },
}
