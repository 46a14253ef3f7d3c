/** The illustration beside the card on wide screens. */
export function LoginArt() {
  return (
    <svg
      className="login-art"
      viewBox="0 0 600 760"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect fill="var(--art-sky)" width="600" height="760" />
      <g fill="var(--art-sun)">
        {Array.from({ length: 24 }, (_, index) => (
          <path key={index} d="M300 96l9 62h-18z" transform={`rotate(${index * 15} 300 330)`} />
        ))}
        <circle cx="300" cy="330" r="150" />
      </g>
      <path fill="var(--art-far)" d="M0 470q120-90 260-40t340-30v360H0z" />
      <path fill="var(--art-near)" d="M0 560q150-70 320-20t280-40v260H0z" />
      <path fill="var(--art-ground)" d="M0 650q180-50 340-10t260-20v140H0z" />
      <g
        fill="var(--art-sprout)"
        stroke="var(--art-sprout)"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M300 700V470" />
        <path d="M300 580c70 0 120-50 120-126-70 0-120 50-120 126Z" />
        <path d="M300 540c-60 0-104-44-104-110 60 0 104 44 104 110Z" />
      </g>
    </svg>
  )
}
