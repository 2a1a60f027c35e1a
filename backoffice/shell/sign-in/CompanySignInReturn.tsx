import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import { callOnce } from '#backoffice/kit/api/backoffice-client.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { SIGNED_IN } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { SignInPageFrame } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { SignInKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { Spinner } from '#ui/components/Spinner.tsx'

import css from '../../kit/sign-in/SignInForm.module.css'

/** Sends the response of the company's sign-in to the back office, which signs the user in. */
export function CompanySignInReturn({ onSignedIn }: { onSignedIn: (staff: Staff) => void }) {
  const t = useSignInTranslate()
  const failureText = useFailureTexts()
  const { data: outcome, error } = useQuery({
    queryKey: ['back from the company'],
    queryFn: () => callOnce('signInByOpenId', { query: window.location.search }),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (!outcome || refused(outcome)) return
    if (outcome.again) {
      const channel = new BroadcastChannel(SIGNED_IN)
      // A BroadcastChannel reaches only pages of this origin, so it takes no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(null)
      channel.close()
      window.close()
      return
    }
    navigate('/backoffice', { replace: true })
    onSignedIn(outcome.staff)
  }, [outcome, onSignedIn])

  const refusal = outcome && refused(outcome) ? t(refusalKey(outcome.refused)) : null
  const problem = error ? failureText(error) : refusal
  if (outcome && !refused(outcome) && outcome.again) {
    return (
      <SignInPageFrame title={t('theBackoffice')} intro={t('forThePeople')}>
        <Notice kind="good">{t('closeWindow')}</Notice>
      </SignInPageFrame>
    )
  }
  // The identity provider can be slow, so the page shows progress.
  if (problem === null) {
    return (
      <SignInPageFrame title={t('theBackoffice')} intro={t('forThePeople')}>
        <p className={css.pending} role="status">
          <Spinner small />
          {t('signInWorking')}
        </p>
      </SignInPageFrame>
    )
  }
  return (
    <SignInPageFrame title={t('theBackoffice')} intro={t('forThePeople')}>
      <Notice kind="bad">{problem}</Notice>
      <BackofficeLink className={actionButtonClass('main')} to="/backoffice">
        {t('signIn')}
      </BackofficeLink>
    </SignInPageFrame>
  )
}

function refusalKey(code: string): SignInKey {
  if (code === 'not-a-colleague') return 'notAColleague'
  if (code === 'weak-sign-in') return 'companyTooWeak'
  return code === 'unavailable' ? 'companySilent' : 'companyRefused'
}
