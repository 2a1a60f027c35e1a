import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { SaveBar } from '#backoffice/kit/page/SaveBar.tsx'
import type { GiftPart, GiftSave } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './GiftSaveBar.module.css'

/** The one place to save a gift. It names the unsaved parts, and after a save those that failed with their reasons. */
export function GiftSaveBar({ parts, save }: { parts: readonly GiftPart[]; save: GiftSave }) {
  const t = useTranslate()
  const discard = useDiscard()
  // A part that failed is named until it is saved, discarded or has no unsaved input anymore.
  const failed = save.failed.filter(({ key }) => parts.some((part) => part.key === key))
  if (parts.length === 0) return null
  return (
    <SaveBar
      label={t('giftSaving')}
      status={t('notSavedYet', { parts: parts.map(({ name }) => name).join(', ') })}
      messages={
        failed.length > 0 ? (
          <Notice kind="bad">
            <p>{t('partsNotSaved', { count: failed.length })}</p>
            <ul>
              {failed.map(({ key, name, anchor, open, message }) => (
                <li key={key}>
                  <a href={`#${anchor}`} onClick={open}>
                    {name}
                  </a>
                  {': '}
                  {message}
                </li>
              ))}
            </ul>
          </Notice>
        ) : null
      }
      actions={
        <>
          <ActionButton
            variant="plain"
            onClick={() => {
              discard(...parts.map((part) => part.clear))
              save.clearFailed()
            }}
          >
            {t('discard')}
          </ActionButton>
          <ActionButton variant="main" busy={save.busy} onClick={() => void save.saveParts(parts)}>
            {t('save')}
          </ActionButton>
        </>
      }
    >
      <span className={css.note}>{t('liveAtOnce')}</span>
    </SaveBar>
  )
}
