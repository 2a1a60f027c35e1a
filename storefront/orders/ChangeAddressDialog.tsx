import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'

import type { Order } from '#contract/orders/orders.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { displayPostalCode } from '#domain/addresses/postal-code.ts'
import type { PersonalForm } from '#domain/checkout/personal-form.ts'
import { AddressFields } from '#storefront/checkout/personal/AddressFields.tsx'
import { PersonalTextField } from '#storefront/checkout/personal/PersonalFields.tsx'
import { countryIn, type PersonalValues } from '#storefront/checkout/personal/personal-values.ts'
import { useOrderChange } from '#storefront/orders/use-order-change.ts'
import { countriesQuery } from '#storefront/api/queries.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import css from './OrderDialog.module.css'

type DialogProps = { order: Order; texts: PageTexts; onClose: () => void }

/** Changes recipient and address while the order can still be changed. */
export function ChangeAddressDialog(props: DialogProps) {
  const common = useTexts('websitetranslationcomponents')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.texts.text('addressTitle')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      closeOnOutside={false}
    >
      <Suspense fallback={<Spinner />}>
        <AddressForm {...props} />
      </Suspense>
    </Dialog>
  )
}

function useAddressChange(order: Order, form: PersonalForm, onSaved: () => void) {
  const { change, busy, issue } = useOrderChange(order.order_number)
  const [isUnknown, setIsUnknown] = useState(false)

  async function save(values: PersonalValues, confirmed: boolean) {
    setIsUnknown(false)
    const saved = await change(
      async () => {
        const outcome = await call('changeOrderAddress', {
          order_number: order.order_number,
          ...addressInput(values, form),
          ...(form.address ? { address_confirmed: confirmed } : {}),
        })
        if (refused(outcome, 'address-invalid')) setIsUnknown(true)
        return outcome
      },
      ({ response }) => response,
    )
    if (saved) onSaved()
  }
  return { save, busy, issue, isUnknown }
}

function AddressForm({ order, texts, onClose }: DialogProps) {
  const language = useLanguage()
  const { data: countries } = useSuspenseQuery(countriesQuery(language))
  const person = useTexts('personaldatacomponents')
  const announce = useAnnounce()
  const form = formOf(order)
  const { save, busy, issue, isUnknown } = useAddressChange(order, form, () => {
    announce(texts.text('changeDone'))
    onClose()
  })
  const [known] = useState(() => valuesOf(order))
  const fields = useForm<PersonalValues>({ defaultValues: known })
  const send = (confirmed: boolean) =>
    void fields.handleSubmit((values) => save(values, confirmed))()
  return (
    <FormProvider {...fields}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(false)
        }}
      >
        <div className={css.fields}>
          <PersonalTextField name="firstName" form={form} />
          <PersonalTextField name="lastName" form={form} />
          <PersonalTextField name="phoneNumber" form={form} />
          <PersonalTextField name="emailAddress" form={form} />
        </div>
        {form.address ? <AddressFields form={form} known={known} countries={countries} /> : null}
        {issue ? (
          <p className={css.issue} role="alert">
            {isUnknown ? person.jsx('addressInvalid') : issue}
          </p>
        ) : null}
        <div className={css.buttons}>
          <Button type="submit" busy={busy}>
            {texts.jsx('save')}
          </Button>
          {isUnknown ? (
            <Button variant="quiet" busy={busy} onClick={() => send(true)}>
              {person.jsx('addressConfirm')}
            </Button>
          ) : null}
          <Button variant="plain" onClick={onClose}>
            {texts.jsx('leaveIt')}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** The recipient can change the address only if gifts are delivered to it. */
function formOf({ delivery }: Order): PersonalForm {
  const address = delivery.kind === 'home' || delivery.kind === 'pickup'
  return { variant: address ? 'address' : 'contact', address, consent: false, button: 'none' }
}

function valuesOf({ personal_data: person }: Order): PersonalValues {
  const countryCode = person.delivery_address_country_code || 'NL'
  return {
    firstName: person.contact_first_name,
    lastName: `${person.contact_surname_prefix} ${person.contact_surname}`.trim(),
    phoneNumber: person.contact_telephone,
    emailAddress: person.contact_email,
    countryCode,
    streetName: person.delivery_address_street,
    houseNumber: person.delivery_address_housenr,
    addition: person.delivery_address_housenr_appendix,
    postalCode: displayPostalCode(countryIn({ countryCode }), person.delivery_address_postal_code),
    placeOfResidence: person.delivery_address_city,
    consent: false,
  }
}

function addressInput(values: PersonalValues, form: PersonalForm) {
  return {
    contact_email: values.emailAddress,
    contact_first_name: values.firstName,
    contact_surname_prefix: '',
    contact_surname: values.lastName,
    contact_telephone: values.phoneNumber,
    ...(form.address
      ? {
          delivery_address_street: values.streetName,
          delivery_address_housenr: values.houseNumber,
          delivery_address_housenr_appendix: values.addition,
          delivery_address_postal_code: values.postalCode,
          delivery_address_city: values.placeOfResidence,
          delivery_address_country_code: countryIn(values),
        }
      : {}),
  }
}
