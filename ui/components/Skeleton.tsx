import css from './Skeleton.module.css'

/** A placeholder in the shape of the page while texts and pictures load. */
export function Skeleton({
  height,
  width,
  ratio,
}: {
  height?: string
  width?: string
  ratio?: string
}) {
  return (
    <span
      className={css.bone}
      aria-hidden="true"
      style={{ blockSize: height, inlineSize: width, aspectRatio: ratio }}
    />
  )
}
