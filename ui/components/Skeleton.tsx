import css from './Skeleton.module.css'

/** The page's own shape while its words and pictures are on their way. */
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
