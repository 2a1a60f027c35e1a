import type { Timeframe } from '#contract/cart.shop.ts'
import { type MapPoint, pointMap } from '#domain/fulfilment/pickup-map.ts'
import { languages } from '#domain/language.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import css from './PickupMap.module.css'

/** In units of the drawing, which is scaled to the available space. */
const SIDE = 300
const PIN = 15
/** The tip of a pin marks its position, so the topmost pin needs this height. */
const MARGIN = 40

type Position = { x: number; y: number }
type PickupMapProps = { points: Timeframe[]; chosen: Timeframe | null; texts: PageTexts }

/**
 * The pickup points around the home, to scale and north up, drawn from coordinates only, so that no map service
 * learns an address. The numbers match the list beside it.
 */
export function PickupMap({ points, chosen, texts }: PickupMapProps) {
  const language = useLanguage()
  const map = pointMap(points.flatMap(mapPointOf))
  if (!map || points.some((point) => mapPointOf(point).length === 0)) return null

  const scale = (SIDE / 2 - MARGIN) / map.reach
  const toDrawing = ({ x, y }: Position) => ({ x: SIDE / 2 + x * scale, y: SIDE / 2 + y * scale })
  const ringDistances = [1, 2, 3, 4]
    .map((ring) => ring * map.ringMeters)
    .filter((r) => r <= map.reach)
  const home = map.home && toDrawing(map.home)
  return (
    <svg
      className={css.map}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      role="img"
      aria-label={`${texts.text('mapText')}: ${points.map((point, index) => `${index + 1} ${point.PickupPointDetails?.Company ?? ''}`).join(', ')}`}
    >
      <rect className={css.ground} width={SIDE} height={SIDE} rx="18" />
      {home ? (
        ringDistances.map((meters) => (
          <g key={meters}>
            <circle className={css.ring} cx={home.x} cy={home.y} r={meters * scale} />
            <text className={css.ringText} x={home.x} y={home.y - meters * scale - 5}>
              {metersText(meters, language)}
            </text>
          </g>
        ))
      ) : (
        <g className={css.bar}>
          <path d={`M16 ${SIDE - 18}h${map.ringMeters * scale}`} />
          <text className={css.ringText} x={16 + (map.ringMeters * scale) / 2} y={SIDE - 26}>
            {metersText(map.ringMeters, language)}
          </text>
        </g>
      )}
      <path className={css.north} d={`M${SIDE - 22} 34v-16m-5 6 5-6 5 6`} />
      {home ? (
        <g transform={`translate(${home.x} ${home.y})`}>
          <circle className={css.home} r={PIN} />
          <path className={css.roof} d="M-7 0.500 0-6l7 6.500M-4.500-1.500V6h9v-7.500" />
        </g>
      ) : null}
      {points.map((point, index) => {
        const position = map.points[index]
        if (!position) return null
        const { x, y } = toDrawing(position)
        return (
          <g
            key={point.PickupPointDetails?.Code}
            transform={`translate(${x} ${y})`}
            className={classNames(css.point, point === chosen && css.chosen)}
          >
            <path d="M0 0c-6-7-13-13-13-21a13 13 0 0 1 26 0c0 8-7 14-13 21Z" />
            <text y="-16">{index + 1}</text>
          </g>
        )
      })}
    </svg>
  )
}

function mapPointOf({ PickupPointDetails: point }: Timeframe): MapPoint[] {
  if (!point || point.Latitude === null || point.Longitude === null) return []
  return [
    {
      latitude: point.Latitude,
      longitude: point.Longitude,
      distanceMeters: point.DistanceMeters,
    },
  ]
}

function metersText(meters: number, language: keyof typeof languages) {
  const isFar = meters >= 1000
  return new Intl.NumberFormat(languages[language].tag, {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
  }).format(isFar ? meters / 1000 : meters)
}
