import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'

export const validateAddress = endpoint('validateAddress', {
  summary: 'Check whether an address exists',
  input: z.object({
    countryCode3: z.string().regex(/^[A-Za-z]{3}$/, 'is not a three-letter country code'),
    postcode: z.string().max(20).default(''),
    locality: z.string().max(80).default(''),
    street: z.string().max(120).default(''),
    building: z.string().max(40).default(''),
  }),
  answer: z.object({ success: z.boolean() }),
  refusals: { 'too-many-requests': 429, 'service-down': 503 },
})

export const searchAddress = endpoint('searchAddress', {
  summary: 'Suggest addresses for a partial text',
  input: z.object({
    context: z.string().min(1).max(200),
    term: z.string().min(1).max(200),
    language: z.string().max(20),
  }),
  answer: z.object({
    success: z.literal(true),
    matches: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        description: z.string(),
        precision: z.string(),
        context: z.string(),
        highlights: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
    newContext: z.string().optional(),
  }),
  refusals: { 'invalid-input': 400, 'too-many-requests': 429, 'service-down': 503 },
})

export const addressDetails = endpoint('addressDetails', {
  summary: 'Get the full address of a match with precision Address',
  input: z.object({ context: z.string().min(1).max(200) }),
  answer: z.object({
    success: z.literal(true),
    address: z.object({
      street: z.string(),
      postcode: z.string(),
      buildingNumber: z.string(),
      buildingNumberAddition: z.string(),
      locality: z.string(),
    }),
    precision: z.string(),
    context: z.string(),
  }),
  refusals: {
    'invalid-input': 400,
    'no-such-address': 404,
    'too-many-requests': 429,
    'service-down': 503,
  },
})
