/** What API Gateway answers by itself, without asking a function: `{"message":"Not Found"}` and the like. */
export class GatewayRefusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GatewayRefusal';
    this.statusCode = statusCode;
  }
}
