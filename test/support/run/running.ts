/** What the run's set-up started and its tear-down ends. */
export const servers: { stop(): Promise<void> }[] = [];

/** Each of jest's workers is busy with one processor: reports that tests make get no more, as in the smaller functions. */
export const ONE_PROCESSOR = { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769' } as const;
