/** An answer of API Gateway itself, without calling a function: `{"message":"Not Found"}`. */
export class GatewayRefusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GatewayRefusal';
    this.statusCode = statusCode;
  }
}
