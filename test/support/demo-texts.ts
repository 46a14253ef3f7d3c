/** Texts that only the demo shop may show: its name, trophies, banners, goods, numbers, terms and deadlines. */
export const DEMO_TEXTS =
  /surbrote|gen[eé]ticas del sur|copa del litoral|noche de las gen|feria semillera|encuentro andino|luz mala|siesta litoral|puna violeta|estero lunar|diez años|trescientas|treinta días|48-72|litoral|remeras|tazas|48 a 72|criadero inscripto|24–48|24–72|20–25|oxigenada|1–2 cm|tres a cinco|no se reponen|por WhatsApp/i
