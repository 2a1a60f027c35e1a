import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldErrors, FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import type { Answer } from '#contract/client.shop.ts'
import type { Cart, PersonalData } from '#contract/cart.shop.ts'
import { formFields, type PersonalForm as FormShape } from '#domain/checkout/personal-form.ts'
import { ActionBar } from '#storefront/checkout/layout/ActionBar.tsx'
import { AddressFields } from '#storefront/checkout/personal/AddressFields.tsx'
import { keepsChoice } from '#storefront/checkout/layout/checkout-state.ts'
import { rememberChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { ConsentField, PersonalTextField } from '#storefront/checkout/personal/PersonalFields.tsx'
import {
  knownValues,
  type PersonalValues,
  rememberPerson,
  rememberSaved,
  rememberTyped,
  startingValues,
} from '#storefront/checkout/personal/personal-values.ts'
import { savePersonal } from '#storefront/checkout/personal/save-personal.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PersonalForm.module.css'

const NEXT_PAGE = '/checkout'

type PersonalFormProps = {
  cart: Cart
  /** The data of the previous order. */
  earlier: PersonalData | null
  form: FormShape
  countries: Answer<'countries'>['response']
}

/** `error` is the exception, if the request threw one. */
type Problem = { kind: 'address-invalid' } | { kind: 'failed'; error?: unknown } | null

export function PersonalForm({ cart, earlier, form, countries }: PersonalFormProps) {
  const texts = useTexts('personaldatacomponents')
  const firstName = useSession()?.shoppingcart.first_name ?? ''
  const [known] = useState(() => knownValues(cart, firstName, earlier))
  const fields = useForm<PersonalValues>({
    defaultValues: startingValues(
      known,
      cart.cart_guid,
      countries.map(({ key }) => key),
    ),
  })
  const [problem, setProblem] = useState<Problem>(null)
  const { submit, announceErrors } = useSubmit(cart, form, fields, setProblem)
  useRememberTyped(fields, cart.cart_guid, setProblem)
  const send = (confirmed: boolean) =>
    fields.handleSubmit((values) => submit(values, confirmed), announceErrors)()
  const busy = fields.formState.isSubmitting
  return (
    <FormProvider {...fields}>
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send(false)
        }}
      >
        <section aria-labelledby="contact-title">
          <h2 id="contact-title">{texts.jsx('contactTitle')}</h2>
          <div className={css.row}>
            <PersonalTextField name="firstName" form={form} />
            <PersonalTextField name="lastName" form={form} />
            <PersonalTextField name="phoneNumber" form={form} />
            <PersonalTextField name="emailAddress" form={form} />
          </div>
        </section>
        {form.address ? <AddressFields form={form} known={known} countries={countries} /> : null}
        {form.consent ? <ConsentField form={form} /> : null}
        <ActionBar
          totals={cart.totals}
          below={<SubmitProblem problem={problem} busy={busy} onConfirm={() => void send(true)} />}
        >
          <Button type="submit" wide busy={busy} aria-describedby="personal-problem">
            {texts.jsx(BUTTON_TEXTS[form.button])}
            <Icon name="arrow-right" />
          </Button>
        </ActionBar>
      </form>
    </FormProvider>
  )
}

function useRememberTyped(
  { subscribe, getValues }: UseFormReturn<PersonalValues>,
  cart: string,
  setProblem: (problem: Problem) => void,
) {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback() {
          rememberTyped(cart, getValues())
          setProblem(null)
        },
      }),
    [subscribe, getValues, cart],
  )
}

const BUTTON_TEXTS = {
  'check-address': 'checkAddressButton',
  payment: 'paymentButton',
  none: 'continueButton',
} as const

/** The message below the button: an unknown address, which the recipient can confirm, or a failure. */
function SubmitProblem({
  problem,
  busy,
  onConfirm,
}: {
  problem: Problem
  busy: boolean
  onConfirm: () => void
}) {
  const texts = useTexts('personaldatacomponents')
  const common = useTexts('websitetranslationcomponents')
  return (
    <div id="personal-problem" className={css.problem}>
      {problem?.kind === 'address-invalid' ? (
        <>
          <p className={css.message}>
            <Icon name="warning" />
            {texts.jsx('addressInvalid')}
          </p>
          <Button variant="quiet" busy={busy} onClick={onConfirm}>
            {texts.jsx('addressConfirm')}
          </Button>
        </>
      ) : null}
      {problem?.kind === 'failed' ? (
        <p className={css.message} role="alert">
          <Icon name="warning" />
          <span>
            {texts.jsx('orderProblem', {}, ORDER_PROBLEM)}
            {problem.error === undefined ? null : ` ${writeErrorText(problem.error, common)}`}
          </span>
        </p>
      ) : null}
    </div>
  )
}

const ORDER_PROBLEM =
  'Jouw bestelling kan niet goed worden afgerond. Neem contact op met de klantenservice.'

function useSubmit(
  cart: Cart,
  form: FormShape,
  { setError, setFocus }: Pick<UseFormReturn<PersonalValues>, 'setError' | 'setFocus'>,
  setProblem: (problem: Problem) => void,
) {
  const texts = useTexts('personaldatacomponents')
  const announce = useAnnounce()
  const language = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()

  /** The focused field describes its own error. This announcement names all fields with errors. */
  function announceErrors(errors: FieldErrors<PersonalValues>) {
    const invalidFields = formFields(form).filter((field) => errors[field])
    const names = invalidFields.map((field) =>
      texts.text(field === 'consent' ? 'consentName' : field),
    )
    announce(texts.text('checkFields', { fields: names.join(', ') }))
  }

  async function submit(values: PersonalValues, confirmed: boolean) {
    setProblem(null)
    // With another address the server erases the choice, so it is remembered before.
    if (keepsChoice(state)) rememberChoice(cart)
    const saved = await savePersonal(values, { cart, form, confirmed, language, queries })
    if (saved.kind === 'saved') {
      if (keepsChoice(state)) rememberPerson(values)
      else rememberSaved(values)
      await navigate(NEXT_PAGE)
    } else if (saved.kind === 'field') {
      const { field } = saved
      setError(field, { message: saved.issue })
      // The field may have been collapsed until now, so the focus waits for the next frame.
      requestAnimationFrame(() => setFocus(field))
    } else {
      setProblem(saved)
      if (saved.kind === 'address-invalid') announce(texts.text('addressInvalid'))
    }
  }
  return { submit, announceErrors }
}
