import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Money by day, month and payout, and the rates of VAT. */
export const moneyPaths = {
  moneyOfDay: { method: 'GET', path: '/backoffice/api/money', needs: 'money.read', channel: 'own' },
  moneyOfMonth: {
    method: 'GET',
    path: '/backoffice/api/money/days',
    needs: 'money.read',
    channel: 'own',
  },
  moneyRows: {
    method: 'GET',
    path: '/backoffice/api/money/rows/:of',
    needs: 'money.read',
    channel: 'own',
  },
  booksMonths: {
    method: 'GET',
    path: '/backoffice/api/money/months',
    needs: 'money.read',
    channel: 'own',
  },
  booksOfMonth: {
    method: 'GET',
    path: '/backoffice/api/money/months/:month',
    needs: 'money.read',
    channel: 'own',
  },
  closeBooks: {
    method: 'POST',
    path: '/backoffice/api/money/months/:month',
    needs: 'money.write',
    channel: 'none',
  },
  settlements: {
    method: 'GET',
    path: '/backoffice/api/money/settlements',
    needs: 'money.read',
    channel: 'none',
  },
  vatRates: {
    method: 'GET',
    path: '/backoffice/api/vat-rates',
    needs: 'money.read',
    channel: 'none',
  },
  checkVatRate: {
    method: 'POST',
    path: '/backoffice/api/vat-rates/checks',
    needs: 'money.write',
    channel: 'none',
  },
  addVatRate: {
    method: 'POST',
    path: '/backoffice/api/vat-rates',
    needs: 'money.write',
    channel: 'none',
  },
  withdrawVatRate: {
    method: 'DELETE',
    path: '/backoffice/api/vat-rates/:country/:class/:from_date',
    needs: 'money.write',
    channel: 'none',
  },
} as const satisfies Record<string, StaffPath>
