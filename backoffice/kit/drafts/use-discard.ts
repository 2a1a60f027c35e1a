import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Discards input at once and offers to restore it: each function clears a draft and returns what restores it. */
export function useDiscard() {
  const t = useTranslate()
  const notify = useNotify()
  return (...discards: (() => () => void)[]) => {
    const restores = discards.map((discard) => discard())
    notify(t('discarded'), () => {
      for (const restore of restores) restore()
    })
  }
}
