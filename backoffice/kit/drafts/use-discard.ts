import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Clears input. Returns a function that restores it, or nothing if there is nothing to restore. */
export type Discard = () => void | (() => void)

/** Discards input at once and offers to restore it: each function clears a draft and returns what restores it. */
export function useDiscard() {
  const t = useTranslate()
  const notify = useNotify()
  return (...discards: Discard[]) => {
    const restores = discards.map((discard) => discard()).filter((restore) => restore !== undefined)
    if (restores.length === 0) return
    notify(t('discarded'), () => {
      for (const restore of restores) restore()
    })
  }
}
