import { useQuery } from '@tanstack/react-query'

import css from './Account.module.css'

/** The library loads on demand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('uqr')).encode(text, { border: 2 }),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!data) return null
  const squares = data.data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${data.size} ${data.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
