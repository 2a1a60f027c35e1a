import css from './Sparkline.module.css'

const WIDTH = 96
const HEIGHT = 28
const EDGE = 2

/** The development of a number, beside the number itself. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const highest = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * index) / (values.length - 1)
    const y = HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * value) / highest
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg
      className={css.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-spark
    >
      <path className={css.area} d={`${line}V${HEIGHT}H${EDGE}Z`} />
      <path className={css.line} d={line} />
    </svg>
  )
}
