/** Half of a leaflet, 330 high; the other half is its mirror image. */
const HALF =
  'M0 0L17 -30Q26 -42 32 -59Q28 -56 27 -56Q37 -68 41 -86Q36 -82 35 -82Q45 -94 47 -112Q41 -109 40 -109Q49 -121 50 -138Q43 -135 41 -135Q51 -147 50 -165Q43 -162 40 -162Q49 -174 46 -191Q40 -188 37 -188Q45 -200 41 -218Q34 -214 32 -214Q38 -226 34 -244Q28 -241 25 -241Q30 -253 25 -270Q20 -267 18 -267Q21 -279 15 -297Q12 -294 10 -294Q11 -306 6 -323Q3 -320 2 -320L0 -330Z'

/** Rays around a sun of radius 150. */
const RAYS =
  'M172 -9L286 0 172 9ZM170 25L228 45 167 42ZM162 58L264 109 155 74ZM148 88L193 129 138 103ZM128 115L202 202 115 128ZM103 138L129 193 88 148ZM74 155L109 264 58 162ZM42 167L45 228 25 170ZM9 172L0 286 -9 172ZM-25 170L-45 228 -42 167ZM-58 162L-109 264 -74 155ZM-88 148L-129 193 -103 138ZM-115 128L-202 202 -128 115ZM-138 103L-193 129 -148 88ZM-155 74L-264 109 -162 58ZM-167 42L-228 45 -170 25ZM-172 9L-286 0 -172 -9ZM-170 -25L-228 -45 -167 -42ZM-162 -58L-264 -109 -155 -74ZM-148 -88L-193 -129 -138 -103ZM-128 -115L-202 -202 -115 -128ZM-103 -138L-129 -193 -88 -148ZM-74 -155L-109 -264 -58 -162ZM-42 -167L-45 -228 -25 -170ZM-9 -172L0 -286 9 -172ZM25 -170L45 -228 42 -167ZM58 -162L109 -264 74 -155ZM88 -148L129 -193 103 -138ZM115 -128L202 -202 128 -115ZM138 -103L193 -129 148 -88ZM155 -74L264 -109 162 -58ZM167 -42L228 -45 170 -25Z'

/** Leaflets by angle and size, outer ones below. */
const FINGERS = [
  [-104, 0.42],
  [104, 0.42],
  [-72, 0.66],
  [72, 0.66],
  [-37, 0.87],
  [37, 0.87],
  [0, 1],
] as const

/** The Southern Cross: x, y, size. */
const CROSS = [
  [0, -70, 1],
  [2, 74, 1.15],
  [-44, -2, 0.95],
  [40, -20, 0.85],
  [20, 18, 0.5],
] as const

/** The full-screen illustration: stars, a sun with a leaf, hills. Inline, to save a request. */
export function GatePoster() {
  return (
    <svg
      className="gate-poster"
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <g className="gate-cross">
        {CROSS.map(([x, y, size]) => (
          <path
            key={x}
            transform={`translate(${x},${y}) scale(${size})`}
            d="M0-15 3-3 15 0 3 3 0 15-3 3-15 0-3-3Z"
          />
        ))}
      </g>
      <g className="gate-sun">
        <circle opacity="0.1" r="330" />
        <circle opacity="0.1" r="245" />
        <path d={RAYS} />
        <circle r="150" />
      </g>
      <Hills />
      <Leaf />
    </svg>
  )
}

function Hills() {
  return (
    <>
      <path
        fill="var(--gate-hill-far)"
        d="M-900 560C-620 500-440 520-180 545S180 500 400 548 720 590 960 540s420-10 700-30v300H-900Z"
      />
      <path
        fill="var(--gate-hill-middle)"
        d="M-900 640C-600 590-420 610-160 632S200 590 420 628 760 650 1000 622s420-20 660-10v300H-900Z"
      />
      <path
        fill="var(--night)"
        d="M-900 720C-640 690-420 700-140 716S240 684 440 712 800 724 1020 704s420-6 640 0v120H-900Z"
      />
    </>
  )
}

function Leaf() {
  return (
    <g className="gate-leaf">
      {FINGERS.map(([degrees, size]) => (
        <g key={degrees} transform={`rotate(${degrees}) scale(${size})`}>
          <path d={HALF} />
          <path fill="var(--gate-leaf-away)" transform="scale(-1,1)" d={HALF} />
          <path fill="var(--gate-leaf-vein)" d="M-2 0 0-300 2 0Z" />
        </g>
      ))}
    </g>
  )
}
