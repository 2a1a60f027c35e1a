import { useState } from 'react'

import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import type { OfferedLanguage } from '#backoffice/kit/sign-in/page-language.ts'
import {
  formatMessage,
  loadAllMessages,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'

import css from './LiveChanges.module.css'

/** Offers to store the language of the sign-in page if the account has another one. */
export function LanguageOffer({ offer }: { offer: OfferedLanguage | null }) {
  const t = useTranslate()
  const { setLanguage } = useBackofficeLanguage()
  const [answered, setAnswered] = useState<OfferedLanguage | null>(null)
  const notify = useNotify()
  const action = useAction('changeLanguage')
  if (!offer || offer === answered) return null
  const { page, account } = offer

  async function accept() {
    if (!(await action.run({ language: page }))) return
    setAnswered(offer)
    await setLanguage(page)
    const dictionary = await loadAllMessages(page)
    notify(formatMessage({ language: page, text: dictionary.languageKept }))
  }

  return (
    <div className={css.place}>
      <Notice kind="info">
        <div className={css.line}>
          <span>
            {action.failure ??
              t('languageOffer', { page: t(`in.${page}`), account: t(`in.${account}`) })}
          </span>
          <span className={css.line}>
            <ActionButton small busy={action.busy} onClick={() => void accept()}>
              {t('languageKeep', { page: t(`in.${page}`) })}
            </ActionButton>
            <ActionIconButton icon="close" label={t('close')} onClick={() => setAnswered(offer)} />
          </span>
        </div>
      </Notice>
    </div>
  )
}
