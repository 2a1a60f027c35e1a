import { type RefObject, useId } from 'react'

import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './ListEnd.module.css'

type ListEndProps = {
  texts: PageTexts
  shown: number
  total: number
  loading: boolean
  failed: Error | null
  onMore: () => void
  onToEnd: () => void
  ref: RefObject<HTMLDivElement | null>
}

/** The progress of the list, a button for more gifts, and a link to the content below. */
export function ListEnd({
  texts,
  shown,
  total,
  loading,
  failed,
  onMore,
  onToEnd,
  ref,
}: ListEndProps) {
  const id = useId()
  return (
    <div className={css.end} ref={ref}>
      {failed ? (
        <p className={css.failed} role="alert">
          <Icon name="warning" />
          <span>An error has occurred general: {failed.message}</span>
        </p>
      ) : null}
      <p id={id} className={css.count}>
        {texts.jsx('shownCount', { shown, total })}
      </p>
      <progress className={css.progress} max={total} value={shown} aria-labelledby={id} />
      <Button variant="quiet" busy={loading} onClick={onMore}>
        {failed ? texts.jsx('retry') : texts.jsx('showMore')}
      </Button>
      <Button variant="plain" onClick={onToEnd}>
        {texts.jsx('toEnd')}
      </Button>
    </div>
  )
}
